/** How long a journey waits for something before it gives up, in milliseconds: as a machine needs that does much else. */
export const patience = 60_000
