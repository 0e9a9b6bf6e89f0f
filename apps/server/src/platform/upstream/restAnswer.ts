/** What a REST node answered; a refusal of the question (a status from 400 on) is an answer too. */
export type RestAnswer = { status: number; type: string; text: string }
