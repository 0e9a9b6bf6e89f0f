import type { Env } from '../env.js'

/** Says whether limits are counted by one process or by all: a line. */
export function describeLimits({ REDIS_URL: url }: Pick<Env, 'REDIS_URL'>): string {
  return url === undefined
    ? 'Limits of calls, sockets and relay storage are counted by this process alone; REDIS_URL shares them\n'
    : 'Limits of calls, sockets and relay storage are counted with the other processes of this Redis\n'
}
