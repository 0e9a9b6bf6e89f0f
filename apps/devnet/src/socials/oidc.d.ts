// What is used of a package that brings no types.

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Saved = { accountId: string; clientId: string }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string; params: { client_id: string; scope?: string } }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listener: (...args: unknown[]) => void): void
    readonly Grant: new (
      of: Saved,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    readonly AccessToken: { find(token: string): Promise<Saved | undefined> }
  }
}
