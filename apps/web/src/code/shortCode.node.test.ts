import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { defaultLook } from '../look/defaultLook.js'
import { shortCode } from './shortCode.js'

describe('shortCode', () => {
  it('is the whole app', () => {
    expect(shortCode(defaultLook)).toMatchInlineSnapshot(`
      "import '@latchkey/react/styles.css'
      import { injected } from '@latchkey/connectors/injected'
      import {
        ConnectButton, createConfig, LatchkeyProvider, mainnet,
      } from '@latchkey/react'

      const config = createConfig({
        chains: [mainnet],
        connectors: [injected()],
      })

      export default function App() {
        return (
          <LatchkeyProvider config={config}>
            <ConnectButton />
          </LatchkeyProvider>
        )
      }"
    `)
  })

  it('names the theme variables of a look that was changed', async () => {
    const code = shortCode({ ...defaultLook, accent: '#1f5fbf', radius: 28 })
    expect(code.split('\n').slice(13, -4)).toMatchInlineSnapshot(`
      [
        "    <LatchkeyProvider config={config} themeVariables={{",
        "      '--lk-accent': 'light-dark(#1f5fbf, #7099d6)',",
        "      '--lk-accent-strong': 'light-dark(#184a95, #9bb8e2)',",
        "      '--lk-on-accent': 'light-dark(#ffffff, #06231b)',",
        "      '--lk-focus': 'light-dark(#1f5fbf, #7099d6)',",
        "      '--lk-radius': '28px',",
        "      '--lk-radius-row': '20px',",
        "    }}>",
      ]
    `)
    await expect(transform(code, { loader: 'tsx' })).resolves.toBeDefined()
  })
})
