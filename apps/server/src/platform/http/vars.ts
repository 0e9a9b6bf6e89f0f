import type { HttpBindings } from '@hono/node-server'

/** Hono's bindings (absent when a test calls the app directly) and the variables that middleware sets for routes. */
export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: { ip: string; requestId: string } }
