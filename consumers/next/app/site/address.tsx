'use client'
import { useConnection } from '@latchkey/react'

export function Address() {
  return <output id="acct">{useConnection().address ?? 'none'}</output>
}
