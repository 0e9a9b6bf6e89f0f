import * as z from 'zod/mini'

const text = (most: number) => z.string().check(z.maxLength(most))
const object = z.record(z.string(), z.unknown())

/** `POST auth/v1/authenticate`. */
export const authenticateRequest = z.object({
  message: text(8_192),
  // That of a contract which is still to be made holds how it is made.
  signature: text(32_768),
  data: z.optional(z.unknown()),
  walletInfo: z.optional(
    z.nullable(
      z.object({
        type: text(32),
        name: z.optional(text(200)),
        icon: z.optional(z.unknown()),
        social: z.optional(text(32)),
        identifier: z.optional(z.unknown()),
      }),
    ),
  ),
})

/** `PUT auth/v1/account-metadata`. */
export const metadataRequest = z.object({ metadata: z.nullable(object) })

/** `POST auth/v1/otp`. */
export const otpRequest = z.object({ email: text(254), account: text(200) })

/** `PUT auth/v1/otp`. */
export const codeRequest = z.object({ code: text(32) })
