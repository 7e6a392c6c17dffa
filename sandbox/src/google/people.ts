/** An account of the imitated Google. */
export interface Person {
  /** The `sub` of the OpenID userinfo. */
  id: string
  email: string
  name: string
}

export const PEOPLE: readonly Person[] = [
  { id: '108000000000000000001', email: 'sandy@example.com', name: 'Sandy Creator' },
  { id: '108000000000000000002', email: 'brand.team@example.com', name: 'Brand Team' },
  { id: '108000000000000000003', email: 'zoe@example.com', name: 'Zoë <Garden> 🌿' },
]

export function personById(id: string): Person | undefined {
  return PEOPLE.find((person) => person.id === id)
}
