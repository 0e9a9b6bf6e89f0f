import type { Route } from './routes.js'

/** How far each view was scrolled, in pixels: who comes back to it finds it there. */
export const scrollPositions = new WeakMap<Route, number>()
