/** The sentences of the list of apps that may act for an account; they arrive with it. */
export const sessionStrings = {
  sessionsTitle: 'Apps that may act for you',
  sessionUntil: (day: string) => `Until ${day}`,
  sessionRevoke: 'Revoke',
  sessionRevoked: (app: string) => `${app} can no longer act for you`,
  sessionRevokeFailed: 'This could not be revoked. Nothing has changed.',
}

/** The sentences of the list of apps that may act for an account. */
export type SessionStrings = typeof sessionStrings
