import { families } from '../../families/families.js'
import { networkImages } from './networkImages.js'

const familyNetworks = families.flatMap(({ images: own }) => Object.entries(own))

/** Which picture stands for which network: by CAIP-2 reference, by CAIP-2 id, and by the ids that existing clients ask with. */
const pictures: ReadonlyMap<string, string> = new Map([
  ...(
    [
      ['eip155:1', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', 'ethereum'],
      ['eip155:10', 'ab9c186a-c52f-464b-2906-ca59d760a400', 'optimism'],
      ['eip155:137', '41d04d42-da3b-4453-8506-668cc0727900', 'polygon'],
      ['eip155:8453', '7289c336-3981-4081-c5f4-efc26ac64a00', 'base'],
      ['eip155:42161', '3bff954d-5cb0-47a0-9a23-d20192e74600', 'arbitrum'],
      ['eip155:11155111', 'e909ea0a-f92a-4512-c8fc-748044ea6800', 'ethereum'],
      ['eip155:84532', 'a18a7ecd-e307-4360-4746-283182228e00', 'base'],
      ['eip155:31337', undefined, 'ethereum'],
      ['eip155:31338', undefined, 'base'],
    ] as const
  ).flatMap(([chainId, id, name]) => [
    ...byChain(chainId, networkImages[name]),
    ...(id === undefined ? [] : [[id, networkImages[name]] as const]),
  ]),
  ...familyNetworks.flatMap(([chainId, picture]) => byChain(chainId, picture)),
])

/** The picture of a network as an SVG, by CAIP-2 id or reference, or by the id that existing clients ask with; undefined where there is none. */
export function networkImage(id: string): string | undefined {
  return pictures.get(id)
}

function byChain(chainId: string, picture: string): readonly (readonly [string, string])[] {
  return [
    [chainId, picture],
    [chainId.slice(chainId.indexOf(':') + 1), picture],
  ]
}
