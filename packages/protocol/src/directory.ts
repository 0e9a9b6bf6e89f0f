import * as z from 'zod/mini'
import { type ChainId, isChainId } from './caip.js'
import { cleanName } from './internal/text.js'

const chainId = z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id')

const link = z.optional(z.nullable(z.string().check(z.maxLength(1000))))

/** One wallet of a directory, by the names that existing directories use. */
export const walletEntry = z.object({
  /** 64 hexadecimal digits. */
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  name: z.string().check(
    z.maxLength(100),
    z.overwrite((text) => cleanName(text, 100)),
    z.minLength(1),
  ),
  /** The query of `GET /getWalletImage/{image_id}`. */
  image_id: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
  order: z.optional(z.number()),
  badge_type: z.optional(z.nullable(z.enum(['none', 'certified']))),
  chains: z.optional(z.array(chainId)),
  homepage: link,
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
  rdns: link,
})
/** One wallet of a directory. */
export type WalletEntry = z.infer<typeof walletEntry>

/** Answer of `GET /getWallets`: one page, and how many wallets there are in all; each is read by itself. */
export const walletList = z.object({ count: z.number().check(z.minimum(0)), data: z.array(z.unknown()) })
/** Answer of `GET /getWallets`. */
export type WalletList = { count: number; data: WalletEntry[] }
