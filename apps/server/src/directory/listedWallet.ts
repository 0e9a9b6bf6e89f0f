import { namespaces } from '@latchkey/protocol/caip'
import { walletEntry } from '@latchkey/protocol/directory'
import * as z from 'zod'

/** A link that a wallet is opened or found by; one that runs a script or reads a file is none. */
const link = z
  .string()
  .max(1000)
  .regex(/^(?!javascript:|data:|blob:|file:|vbscript:|about:|http:)[a-z][a-z0-9+.-]*:\S*$/i, 'must be a link')
const page = z.url({ protocol: /^https$/ }).max(1000)

/** One wallet as the operator's file gives it: an entry of the wire, and what the server alone makes use of. */
export const listedWallet = z.object({
  ...walletEntry.shape,
  mobile_link: link.nullish(),
  desktop_link: link.nullish(),
  webapp_link: page.nullish(),
  homepage: page.nullish(),
  app_store: page.nullish(),
  play_store: page.nullish(),
  chrome_store: page.nullish(),
  /** Where the picture is; without it that of the bundled wallet with this id, else one drawn from the name. */
  image_url: page.nullish(),
  /** Chain families of which the wallet supports any chain, custom ones included. */
  namespaces: z.array(z.enum(namespaces)).optional(),
})

/** One wallet of the directory. */
export type ListedWallet = z.output<typeof listedWallet>
