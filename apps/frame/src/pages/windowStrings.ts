/** The texts of a window that has nothing to ask. */
export const windowStrings = {
  lost: 'This window has lost its page. Close it and ask again there.',
  done: 'Done. You can close this window.',
  waiting: 'Asking the page what is to be approved…',
} as const
