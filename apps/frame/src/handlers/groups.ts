import type { ChannelHandlers } from '@latchkey/protocol/internal/channel'
import type { AppEventName, appEvents } from '@latchkey/protocol/internal/frame'

/** Answers to everything that a page asks. */
export type Handlers = ChannelHandlers<typeof appEvents>
/** Answers to some of what a page asks. */
export type HandlerGroup<N extends AppEventName> = Pick<Handlers, N>
