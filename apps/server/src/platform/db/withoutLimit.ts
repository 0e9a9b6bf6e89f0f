/** Takes the time limit off the statements of a transaction, here as there. */
export const withoutLimit = 'set local statement_timeout = 0'
