'use client'
import { useAccount } from '@latchkey/react'

export function Address() {
  return <output id="acct">{useAccount().address ?? 'none'}</output>
}
