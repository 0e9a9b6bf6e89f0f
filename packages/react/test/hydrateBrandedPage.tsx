import { hydrateRoot } from 'react-dom/client'
import { BrandedPage } from './BrandedPage.js'

const root = document.getElementById('root')
if (root) hydrateRoot(root, <BrandedPage />)
