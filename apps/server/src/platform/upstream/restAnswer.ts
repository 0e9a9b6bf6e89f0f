/** The response of a REST node; error statuses (from 400 on) included. */
export type RestAnswer = { status: number; type: string; text: string }
