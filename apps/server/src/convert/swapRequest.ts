import { type AccountId, isAccountId } from '@latchkey/protocol/caip'
import * as z from 'zod'

const accountId = z.custom<AccountId>(isAccountId, 'must be a CAIP-10 id')
const slippage = z
  .union([z.number(), z.string().regex(/^\d{1,2}(\.\d{1,2})?$/)], 'must be a percentage from 0 to 50')
  .transform((value) => Math.round(Number(value) * 100))
  .pipe(z.number().min(0).max(5_000))

/** Body of `POST /v1/convert/build-transaction`; `slippage` becomes hundredths of a percent. */
export const swapRequest = z.object({
  projectId: z.string().optional(),
  amount: z.string(),
  from: accountId,
  to: accountId,
  userAddress: accountId,
  eip155: z.object({ slippage }, 'must be there'),
  disableEstimate: z.boolean().default(false),
})
