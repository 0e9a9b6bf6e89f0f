/** Every number of the relay. Times are in milliseconds unless the name says otherwise. */

/** How many characters a sealed message may have. */
export const messageSize = 64 * 1024
/** How many bytes one frame of a socket may have. */
export const frameSize = 1024 * 1024
/** How many topics or messages one call may name, and how many topics one socket may listen to. */
export const topicsPerClient = 500
/** How many messages wait on one topic at most. */
export const messagesPerTopic = 1_000
/** How many messages may be put on a topic before what waits on it is counted again. */
export const grantSize = 64
/** Which part of all that may be kept one client address may fill. */
export const addressShare = 32
/** The overhead of a message and of an acknowledgement in bytes: rows and indexes. */
export const rowSize = { message: 512, receipt: 128 }
/** How long an immediately delivered message waits for its receivers, and how fast a receiver must be. */
export const ackDeadline = 500
/** How long a message may ask to be kept, in seconds: requests live up to a week. */
export const ttlSeconds = { min: 30, max: 7 * 86_400 }
/** How many messages one socket may leave unacknowledged, and how many bytes unread. */
export const unacknowledged = { messages: 1_000, bytes: 4 * 1024 * 1024 }
/** How many bytes all sockets of one client address may leave unread. */
export const unreadByAddress = 64 * 1024 * 1024
/** How many clients' worth of messages one client address may send: it makes as many keys as it likes. */
export const clientsByAddress = 25
/** How many bytes of messages one page holds, besides the message that goes beyond. */
export const pageBytes = 1024 * 1024
/** How many messages are read from the database at a time. */
export const pageSize = 200
/** How many messages are written in one transaction at most. */
export const batchSize = 500
/** Clients take a connection for dead after 35 s without a sign of life, and many proxies after 30 s. */
export const pingEvery = 20_000
/** How long an acknowledgement may take before the message is sent again, first and at most. */
export const resendAfter = { first: 20_000, most: 60_000 }
/** A refusal at once would be answered by another attempt at once. */
export const refusalDelay = 1_000
/** How many refused sockets are held at once; the rest are cut off. */
export const refusedSockets = 1_000
/** After how many refused calls in a row a socket is closed. */
export const refusedCalls = 200
/** How long a socket is kept that listens to no topic and calls nothing that is answered. */
export const staleAfter = 5 * 60_000
/** How long a token lives at most, in seconds: existing clients ask for a day. */
export const tokenSeconds = 86_400
/** How long after its first use a token opens another socket: clients make the same one twice within a second. */
export const tokenReuse = 10_000
/**
 * How long a publish is acknowledged before it is delivered, in milliseconds. Stock clients register a request some turns after its
 * acknowledgement and lose a response that arrives earlier.
 */
export const senderLead = 5
