import { afterEach, describe, expect, it } from 'vitest'
import { comeBack } from './comeBack.js'
import { keepRedirect, takeRedirect } from './pendingRedirects.js'

const id = 'challenge-0000001'
const result = 'r'.repeat(43)
const left = { challengeId: id, purpose: 'link', provider: 'google' } as const
afterEach(() => takeRedirect(id, 0))

/** A page at an address that ends like this, and what its address is afterwards. */
function pageAt(hash: string) {
  const shown: unknown[] = []
  const location = { hash, pathname: '/security' } as Location
  const history = { replaceState: (_: unknown, __: string, url: string) => void shown.push(url) } as unknown as History
  return { host: { location, history }, shown }
}

describe('coming back from a provider', () => {
  it('gives the sign-in that this browser left for, once, and leaves nothing of it in the address', async () => {
    const now = Date.now()
    await keepRedirect({ ...left, leftAt: now })
    const { host, shown } = pageAt(`#latchkey-social=${id}.${result}`)
    expect(await comeBack(host, now)).toEqual({ ...left, leftAt: now, result })
    expect(shown).toEqual(['/security'])
    expect(await comeBack(host, now)).toBeUndefined()
  })

  it('gives a result that the server explains where the provider gave none', async () => {
    await keepRedirect({ ...left, leftAt: Date.now() })
    expect(await comeBack(pageAt(`#latchkey-social=${id}.`).host, Date.now())).toMatchObject({ result: '-'.repeat(43) })
  })

  it.each([
    ['that another browser began', `#latchkey-social=challenge-0000002.${result}`],
    ['with more in its address', `#latchkey-social=${id}.${result}&more`],
    ['with another result than a provider gives', `#latchkey-social=${id}.<script>`],
    ['without an address', ''],
  ])('goes on with none %s', async (_, hash) => {
    await keepRedirect({ ...left, leftAt: Date.now() })
    expect(await comeBack(pageAt(hash).host, Date.now())).toBeUndefined()
    expect(await takeRedirect(id, Date.now())).toBeDefined()
  })

  it('is too late after ten minutes, and what was kept of it goes with the next page that opens', async () => {
    const leftAt = Date.now() - 600_001
    await keepRedirect({ ...left, leftAt })
    expect(await comeBack(pageAt('').host, Date.now())).toBeUndefined()
    expect(await takeRedirect(id, leftAt)).toBeUndefined()
  })
})
