import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { askRpcMethods, safeRpcMethods } from '@latchkey/protocol/internal/frameRpc'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { account, useRpcWorld } from '../../test/useRpcWorld.js'

const { open, screens } = useRpcWorld()
const evmMethods = [...safeRpcMethods, ...askRpcMethods].filter((method) => !method.startsWith('solana_'))

it('answers whatever comes with a method, or says by a code what is wrong with it', async () => {
  const { request } = open()
  screens().answer = async () => {
    throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.')
  }
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.array(fc.oneof(fc.jsonValue(), fc.constant(account))),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...evmMethods), junk, async (method, params) => {
      await request(method, params).catch((error: unknown) => {
        expect(isLatchkeyError(error), `${method} ${JSON.stringify(params)}: ${String(error)}`).toBe(true)
      })
    }),
    { numRuns: 200 },
  )
})
