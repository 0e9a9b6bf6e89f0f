import type { Address, Hex } from 'viem'

const opcodes = {
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  DIV: 0x04,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  MLOAD: 0x51,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  PUSH0: 0x5f,
  DUP1: 0x80,
  SWAP1: 0x90,
  RETURN: 0xf3,
  REVERT: 0xfd,
} as const

const source = `
  PUSH0 CALLDATALOAD 0xe0 SHR
  DUP1 0x313ce567 EQ @decimals JUMPI
  DUP1 0x70a08231 EQ @balanceOf JUMPI
  DUP1 0xa9059cbb EQ @transfer JUMPI
  DUP1 0x23b872dd EQ @transferFrom JUMPI
  :refuse PUSH0 PUSH0 REVERT
  :decimals 0x12 PUSH0 MSTORE 0x20 PUSH0 RETURN
  :balanceOf 0x04 CALLDATALOAD SLOAD PUSH0 MSTORE 0x20 PUSH0 RETURN
  :transfer CALLER PUSH0 MSTORE 0x04 CALLDATALOAD 0x20 MSTORE 0x24 CALLDATALOAD 0x40 MSTORE @move JUMP
  :transferFrom 0x04 CALLDATALOAD PUSH0 MSTORE 0x24 CALLDATALOAD 0x20 MSTORE 0x44 CALLDATALOAD 0x40 MSTORE
  :move 0x40 MLOAD PUSH0 MLOAD SLOAD LT @refuse JUMPI
  0x40 MLOAD PUSH0 MLOAD SLOAD SUB PUSH0 MLOAD SSTORE
  0x40 MLOAD DUP1 PUSH0 SLOAD MUL 0x03e8 SWAP1 DIV SWAP1 SUB
  0x20 MLOAD SLOAD ADD 0x20 MLOAD SSTORE
  0x01 PUSH0 MSTORE 0x20 PUSH0 RETURN`

/**
 * The code of a token of which a part is lost with each transfer: `decimals`, `balanceOf`, `transfer`, and a `transferFrom` that asks for
 * no approval. An account's balance lies in the storage at its address, the part in thousandths at 0.
 */
export const taxedToken = { code: assemble(source), lost: slotOf('0x0'), slotOf }

/** Where the balance of an account lies. */
function slotOf(account: Address): Hex {
  return `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
}

function assemble(text: string): Hex {
  const labels = new Map<string, number>()
  const bytes: (number | string)[] = []
  for (const word of text.trim().split(/\s+/)) {
    if (word.startsWith(':')) {
      labels.set(word.slice(1), bytes.length)
      bytes.push(0x5b)
    } else if (word.startsWith('@')) bytes.push(0x60, word.slice(1))
    else if (word.startsWith('0x')) {
      const value = Buffer.from(word.slice(2), 'hex')
      bytes.push(0x5f + value.length, ...value)
    } else bytes.push(opcodes[word as keyof typeof opcodes])
  }
  return `0x${Buffer.from(bytes.map((byte) => (typeof byte === 'number' ? byte : (labels.get(byte) ?? 0)))).toString('hex')}`
}
