import { expect, it } from 'vitest'
import { hideAddress } from './hideAddress.js'

const key = 'Zk3v9QpTa71LmXw0'
const url = new URL(`https://user:${key}-password@eth.node.example/v2/${key}-path?network=mainnet&token=${key}-query`)

it.each([
  [`cannot reach ${url.href}`],
  [`POST /v2/${key}-path?network=mainnet&token=${key}-query failed`],
  [`project ID ${key}-path is over its quota`],
  [`{"error":"https:\\/\\/eth.node.example\\/v2\\/${key}-path"}`],
  [`token=${key}-query is not valid`],
  [`user:${key}-password is not known at eth.node.example`],
])('error: nothing of the address is left of %j', (text) => {
  expect(hideAddress(text, url)).not.toMatch(/Zk3v9QpTa71LmXw0|node\.example/)
})

it('behavior: other words stay, those of the address that are no key too', () => {
  const text = 'execution reverted on mainnet: /v2 is paused'
  expect(hideAddress(text, url)).toBe(text)
  expect(hideAddress(text, new URL('http://127.0.0.1:8545'))).toBe(text)
})
