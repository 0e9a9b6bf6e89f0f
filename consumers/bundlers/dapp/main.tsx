import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dapp } from './Dapp.tsx'

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Dapp />
    </StrictMode>,
  )
