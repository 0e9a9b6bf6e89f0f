import { defineConfig, loadEnv } from 'vite'

// AppKit reads two variables of the wallet behind `typeof process`, so both names have to exist in the browser.
export default defineConfig(({ mode }) => {
  const { WALLET_ORIGIN } = loadEnv(mode, process.cwd(), 'WALLET_')
  const env = {
    NODE_ENV: 'production',
    NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${WALLET_ORIGIN}/sdk`,
    NEXT_PUBLIC_SECURE_SITE_ORIGIN: WALLET_ORIGIN,
  }
  return {
    define: { process: JSON.stringify({ env }), 'process.env': JSON.stringify(env) },
    build: { reportCompressedSize: false, chunkSizeWarningLimit: 10_000 },
  }
})
