import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, remembered, visit } from '../../test/embeddedPage.js'
import { createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

const url = 'https://farcaster.example/siwf?channelToken=1'

// What is loaded with the first sign-in arrives in real time.
beforeAll(() => import('./farcasterAction.js'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
})

function open(answers: object = {}) {
  let approve = () => {}
  const frame = createFakeFrame({
    getFarcasterUri: () => ({ url }),
    connectFarcaster: () =>
      new Promise((resolve) => {
        approve = () => resolve({ userName: 'ada' })
      }),
    ...answers,
  })
  const store = memory()
  const page = visit(frame, store)
  const controller = new AbortController()
  const links: string[] = []
  const begin = async () => {
    const done = page.wallet.connectFarcaster({ onLink: (link) => links.push(link), signal: controller.signal }).then(
      () => 'signed in',
      (error: LatchkeyError) => error,
    )
    await settle()
    await turns(24)
    return { done }
  }
  return { ...page, frame, store, links, begin, approve: () => approve(), close: () => controller.abort() }
}

describe('a sign-in with Farcaster', () => {
  it('[S7-85][S7-86] asks for the link and for the answer with nothing, and remembers the name', async () => {
    const page = open()
    const { done } = await page.begin()
    expect(page.links).toEqual([url])
    page.approve()
    await turns(24)
    expect(await done).toBe('signed in')
    expect(page.frame.asked.filter(({ name }) => name.includes('arcaster'))).toEqual([
      { name: 'getFarcasterUri', payload: undefined },
      { name: 'connectFarcaster', payload: undefined },
    ])
    expect(remembered(page.store).socialUsername).toBe('ada')
  })

  it('[S8-07] says so when the one who shows the link closes it, and has the wallet forget what was begun', async () => {
    const page = open()
    const { done } = await page.begin()
    const before = page.frame.asked.length
    page.close()
    await turns(24)
    expect(await done).toMatchObject({ code: 'USER_REJECTED', message: 'Popup closed' })
    expect(page.frame.asked.slice(before).map(({ name }) => name)).toEqual(['reload', 'syncDappData'])
  })

  it('[S8-10] says so when there is no link to be had', async () => {
    const page = open({
      getFarcasterUri: () => {
        throw new LatchkeyError('UNSUPPORTED_METHOD', 'Signing in with Farcaster is not set up on this server')
      },
    })
    const { done } = await page.begin()
    expect(await done).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: 'Failed to connect to farcaster',
      details: 'Signing in with Farcaster is not set up on this server',
    })
    expect(page.links).toEqual([])
  })

  it('says so when the wallet does not take the account', async () => {
    const page = open({
      connectFarcaster: () => {
        throw new LatchkeyError('UNAUTHORIZED', 'Farcaster did not confirm who you are. Try again.')
      },
    })
    const { done } = await page.begin()
    expect(await done).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: 'Failed to connect',
      details: 'Farcaster did not confirm who you are. Try again.',
    })
  })
})
