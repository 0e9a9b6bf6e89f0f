import { accounts } from '@latchkey/devnet'
import { createdSession, formatSessionActivation } from '@latchkey/protocol/sessionsApi'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { isSigned } from './checkSignature.js'
import { jsonOf } from './jsonOf.js'
import { connectApp } from './steps.js'

const { visit } = useBrowser()
const chainId = 'eip155:31337'
const owner = privateKeyToAccount(accounts[1]?.privateKey ?? '0x')
const site = 'https://some.example'

/** Lets an app act for the owner, as that app's own code would, past everything in the page. */
async function letAct(name: string): Promise<string> {
  const base = `${inject('world').apiUrl}/v1/sessions/${encodeURIComponent(`${chainId}:${owner.address}`)}`
  const post = async (path: string, body: object) => {
    const headers = { origin: site }
    const response = await fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    expect(response.status).toBe(200)
    return response.json()
  }
  const expiry = Math.floor(Date.now() / 1000) + 30 * 86_400
  const permissions = [{ type: 'contract-call', data: { address: owner.address, abi: [], functions: [] } }]
  const { pci } = createdSession.parse(await post('', { expiry, permissions, project: { name } }))
  const message = formatSessionActivation({ chainId, address: owner.address, pci, expiry, name, url: site })
  await post('/activate', { pci, context: '0xc0ffee', signature: await owner.signMessage({ message }) })
  return pci
}

describe('apps that may act for an account', () => {
  it('[S7-65][S7-66][S7-67][S7-68] the page asks who may, and revokes one with the word of the wallet', async () => {
    const pci = await letAct('An example app')
    const kept = await letAct('Another app')
    const visited = await visit({ app: { options: { features: { smartSessions: true } }, projectId: 'p-1' } })
    const { page, app, modal, wallet } = visited
    await connectApp(visited)
    const asking = page.waitForResponse((response) => response.url().includes('/v1/sessions/'))
    await app.open('ProfileWallets')
    const listed = await asking
    expect([listed.request().method(), listed.status()]).toEqual(['GET', 200])
    expect(decodeURIComponent(new URL(listed.url()).pathname)).toBe(`/v1/sessions/${chainId}:${owner.address}`)
    expect(new URL(listed.url()).searchParams.get('projectId')).toBe('p-1')
    expect(listed.headers()['access-control-allow-origin']).toBe('*')
    expect(await jsonOf(listed)).toEqual({
      pcis: expect.arrayContaining([expect.objectContaining({ pci, revokedAt: null })]),
    })
    await modal.dialog.getByRole('heading', { name: 'Apps that may act for you' }).waitFor()
    await modal.dialog.getByText('some.example').first().waitFor()

    const revoke = async () => {
      await modal.button('Revoke An example app').first().click()
      await wallet.approve()
    }
    // The toast does not stay for long.
    const [revoked] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/revoke')),
      modal.glimpses('An example app can no longer act for you'),
      revoke(),
    ])
    const { pci: named, signature } = JSON.parse(revoked.request().postData() ?? '')
    expect([revoked.request().method(), revoked.status()]).toEqual(['POST', 200])
    expect(new URL(revoked.url()).pathname).toBe(`/v1/sessions/${owner.address}/revoke`)
    expect(revoked.headers()['access-control-allow-origin']).toBe('*')
    expect(named).toBe(pci)
    const message = `Do not let an app act for this account any more.\n\nAccount: ${owner.address.toLowerCase()}\nPermission: ${named}`
    expect(await isSigned({ account: `${chainId}:${owner.address}`, message, signature })).toBe(true)

    await modal.button('Revoke Another app').first().waitFor()
    const after = await (await fetch(`${inject('world').apiUrl}/v1/sessions/${owner.address}`)).json()
    const stateOf = (name: string) => after.pcis.find((each: { pci: string }) => each.pci === name)?.revokedAt
    expect([stateOf(named), stateOf(kept)]).toEqual([expect.any(Number), null])
  })
})
