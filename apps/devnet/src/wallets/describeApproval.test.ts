import { describe, expect, it } from 'vitest'
import { localTokens } from '../chains/evm/contractAddresses.js'
import { describeApproval } from './describeApproval.js'

const chain = { chainId: 31337, url: 'http://127.0.0.1:8545', name: 'Local Ethereum' }
const place = { origin: 'https://app.example', chain, account: localTokens[0].address }
const summary = { amount: '1234567.5', symbol: 'USDC', recipient: localTokens[1].address, fee: '0.00012345678' }

describe('describeApproval', () => {
  it('behavior: a transfer says what leaves, to whom, on which network, at what cost, in that order', () => {
    const text = describeApproval({
      ...place,
      kind: 'transaction',
      data: '0x',
      summary: { ...summary, action: 'send' },
    })
    expect(text).toEqual({
      title: 'Send',
      hero: '1,234,567.5 USDC',
      rows: [
        { label: 'To', value: '0x6135…0aa1', whole: localTokens[1].address },
        { label: 'Network', value: 'Local Ethereum' },
        { label: 'Network fee', value: 'up to 0.000123 ETH', whole: '0.00012345678 ETH' },
      ],
    })
  })

  it('behavior: approvals and unreadable calls carry a warning, and their data is there to unfold', () => {
    const unlimited = { ...summary, amount: 'unlimited', action: 'approve' as const, fee: '0.00000000001' }
    const approval = describeApproval({ ...place, kind: 'transaction', data: '0x095ea7b3', summary: unlimited })
    expect(approval).toMatchObject({ hero: 'All your USDC', warning: expect.stringContaining('without asking') })
    expect(approval.rows.at(-1)?.value).toBe('up to < 0.000001 ETH')
    const call = { ...summary, amount: '0', symbol: 'ETH', action: 'call' as const, fee: '0' }
    const text = describeApproval({ ...place, kind: 'transaction', data: '0x1234', summary: call })
    expect(text).toMatchObject({ warning: expect.stringContaining('cannot read'), details: { text: '0x1234' } })
    const deployed = { ...call, action: 'deploy' as const, recipient: undefined }
    const deploy = describeApproval({ ...place, kind: 'transaction', data: '0x60', summary: deployed })
    expect(deploy.rows.map(({ label }) => label)).toEqual(['Network', 'Network fee'])
  })

  it('behavior: long names and numbers of typed data are bounded, and its values printed whole', () => {
    const typedData = {
      domain: { name: 'x'.repeat(500), verifyingContract: localTokens[0].address },
      primaryType: 'P'.repeat(500),
      message: { amount: 10n ** 30n, note: 'Hello' },
    }
    const text = describeApproval({ ...place, kind: 'typedData', typedData })
    expect(text.title.length).toBeLessThan(50)
    expect(text.rows[0]?.value.length).toBe(40)
    expect(text.body).toBe(`{\n  "amount": "${10n ** 30n}",\n  "note": "Hello"\n}`)
  })

  it('behavior: connecting, messages, networks and tokens each say what they are', () => {
    const titles = [
      describeApproval({ ...place, kind: 'connect', accounts: [place.account] }),
      describeApproval({ ...place, kind: 'message', text: '', raw: '0x' }),
      describeApproval({ ...place, kind: 'switchChain', to: { ...chain, name: 'Local Base' } }),
      describeApproval({ ...place, kind: 'addChain', to: chain }),
      describeApproval({
        ...place,
        kind: 'watchAsset',
        asset: { address: place.account, symbol: 'DAI', decimals: 18 },
      }),
    ].map(({ title }) => title)
    expect(titles).toEqual([
      'Connect to this site?',
      'Sign this message?',
      'Switch network?',
      'Add this network?',
      'Show DAI in the wallet?',
    ])
  })
})
