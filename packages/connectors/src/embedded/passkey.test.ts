import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveAll, memory, visit } from '../../test/embeddedPage.js'
import { createFakeFrame } from '../../test/fakeFrame.js'

afterEach(leaveAll)

describe('a sign-in with a passkey', () => {
  it('shows the frame, which leads to a window of the wallet, and asks it for nothing else', async () => {
    const seen: (string | undefined)[] = []
    const frame = createFakeFrame({
      connectPasskey: () => {
        seen.push(page.wallet.getState().task)
      },
    })
    const page = visit(frame, memory())
    await page.wallet.connectPasskey()
    expect(seen).toEqual(['code'])
    expect(frame.asked.filter(({ name }) => name === 'connectPasskey')).toEqual([
      { name: 'connectPasskey', payload: undefined },
    ])
  })

  it('gives the wallet’s refusal on as it is', async () => {
    const message = 'Signing in with a passkey is not set up on this server'
    const frame = createFakeFrame({
      connectPasskey: () => {
        throw new LatchkeyError('UNSUPPORTED_METHOD', message)
      },
    })
    await expect(visit(frame, memory()).wallet.connectPasskey()).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
      message,
    })
  })
})
