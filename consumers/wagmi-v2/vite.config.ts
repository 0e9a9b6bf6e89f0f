import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { input: ['index.html', 'email.html', 'rainbowkit.html', 'connectkit.html'] },
  },
})
