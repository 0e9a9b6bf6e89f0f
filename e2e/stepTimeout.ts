/** The timeout of one step of a journey in milliseconds, with room for a loaded machine. */
export const stepTimeout = 60_000
