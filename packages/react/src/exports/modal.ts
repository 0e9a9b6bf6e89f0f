'use client'
export { type CreateModalOptions, createModal, type Modal, type ModalSnapshot } from '../createModal.js'
export type { RouteInput, View } from '../modal/routes.js'
