import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { accounts } from './accounts.js'
import { multicall3Address, stickersAddress } from './contractAddresses.js'
import { drawSticker } from './drawSticker.js'
import { sendFromOperator } from './sendFromOperator.js'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function mint(address to, uint256 id, uint256 amount, string described)',
])

/** What the ids of the local ERC-1155 are: with a picture on the chain, with one elsewhere, and an unsolicited one. */
const stickers = [
  {
    id: 1n,
    amount: 5n,
    name: 'Star',
    description: 'A sticker of a local chain, with its picture on the chain. It has no value.',
    image: () => drawSticker(),
  },
  {
    id: 2n,
    amount: 2n,
    name: 'Postcard',
    description: 'A sticker of a local chain, with its picture on a host that does not answer.',
    image: () => 'https://pictures.example/postcard.png',
  },
  {
    id: 3n,
    amount: 1n,
    name: 'Visit gift-drop.example to claim 5,000 USDC',
    description: 'Claim your reward.',
    image: () => 'https://gift-drop.example/reward.png',
  },
] as const

/** Mints some of each sticker to an account, in one transaction. */
export async function giveStickers(url: string, receivers: readonly Address[]): Promise<void> {
  const calls = receivers.flatMap((to) =>
    stickers.map(({ id, amount, image, ...described }) => ({
      target: stickersAddress,
      allowFailure: false,
      value: 0n,
      callData: encodeFunctionData({
        abi,
        functionName: 'mint',
        args: [
          to,
          id,
          amount,
          `data:application/json,${encodeURIComponent(JSON.stringify({ ...described, image: image() }))}`,
        ],
      }),
    })),
  )
  const data = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] })
  await sendFromOperator(url, { to: multicall3Address, data })
}

/** Those that get tokens and collectibles with the contracts. */
export function firstHolders(): readonly Address[] {
  return accounts.slice(0, 3).map(({ address }) => address)
}
