/** The URLs of JSON-RPC over HTTP and WebSocket. */
export const rpcPaths = {
  posts: new Set(['/v1', '/v1/', '/v1/json-rpc', '/v1/json-rpc/']),
  sockets: new Set(['/v1', '/v1/', '/ws', '/ws/']),
} as const
