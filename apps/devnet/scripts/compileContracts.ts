import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

type Output = {
  errors?: readonly { severity: string; formattedMessage: string }[]
  contracts: {
    [file: string]: {
      [name: string]: { abi: unknown; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }
    }
  }
}
type Solc = {
  version(): string
  compile(input: string, readers: { import(path: string): { contents: string } | { error: string } }): string
}

/**
 * Compiles the contracts of `contracts/` by the installed compiler.
 *
 * @returns What `src/contracts/artifacts.json` holds, to the byte, and the version of the compiler.
 */
export function compileContracts(): { json: string; version: string } {
  const require = createRequire(import.meta.url)
  const solc: Solc = require('solc')
  const folder = fileURLToPath(new URL('../contracts/', import.meta.url))
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))

  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(folder + file, 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      // The metadata hash would change the addresses with every comment.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }

  const output: Output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import(path) {
        try {
          return { contents: readFileSync(require.resolve(path), 'utf8') }
        } catch (error) {
          return { error: String(error) }
        }
      },
    }),
  )

  const failures = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join('\n'))

  const artifacts = Object.fromEntries(
    files.map((file) => {
      const name = basename(file, '.sol')
      const contract = output.contracts[file]?.[name]
      if (!contract) throw new Error(`${file} does not contain a contract named ${name}`)
      const { abi, evm } = contract
      return [name, { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` }]
    }),
  )
  return { json: `${JSON.stringify(artifacts, null, 1)}\n`, version: solc.version() }
}
