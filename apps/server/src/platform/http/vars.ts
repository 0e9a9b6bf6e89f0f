import type { HttpBindings } from '@hono/node-server'

/** What Hono knows of the connection (absent when a test calls the app directly) and what middleware leaves for routes. */
export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: { ip: string; requestId: string } }
