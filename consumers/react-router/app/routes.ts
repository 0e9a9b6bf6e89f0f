// biome-ignore lint/correctness/noUndeclaredDependencies: its build reads this file, and no page does
import { index, type RouteConfig } from '@react-router/dev/routes'

// biome-ignore lint/style/noDefaultExport: React Router finds it by this
export default [index('routes/home.tsx')] satisfies RouteConfig
