/** The program that owns every plain account and moves SOL. */
export const systemProgram = '11111111111111111111111111111111'
/** The first token program. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The token program with extensions, known as Token-2022. */
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** The program that gives each address one account for each token. */
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/** Both token programs. */
export const tokenPrograms = [tokenProgram, token2022Program] as const
/** The program that says how much work a transaction may be, and what is paid for it. */
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
