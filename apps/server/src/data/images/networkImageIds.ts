import type { networkImages } from './networkImages.js'

type Name = keyof typeof networkImages

/** Which picture stands for which network: by CAIP-2 reference, by CAIP-2 id, and by the ids that existing clients ask with. */
export const networkImageIds: ReadonlyMap<string, Name> = new Map<string, Name>(
  (
    [
      ['1', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', 'ethereum'],
      ['10', 'ab9c186a-c52f-464b-2906-ca59d760a400', 'optimism'],
      ['137', '41d04d42-da3b-4453-8506-668cc0727900', 'polygon'],
      ['8453', '7289c336-3981-4081-c5f4-efc26ac64a00', 'base'],
      ['42161', '3bff954d-5cb0-47a0-9a23-d20192e74600', 'arbitrum'],
      ['11155111', 'e909ea0a-f92a-4512-c8fc-748044ea6800', 'ethereum'],
      ['84532', 'a18a7ecd-e307-4360-4746-283182228e00', 'base'],
      ['31337', undefined, 'ethereum'],
      ['31338', undefined, 'base'],
    ] as const
  ).flatMap(([reference, id, name]) => [
    [reference, name] as const,
    [`eip155:${reference}`, name] as const,
    ...(id === undefined ? [] : [[id, name] as const]),
  ]),
)
