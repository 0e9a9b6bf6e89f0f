/** How many characters the field of a receiver takes: as many as a QR code may hold of a payment link. */
export const longestReceiver = 3000
