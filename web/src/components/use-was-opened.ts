import { useState } from 'react'

/** True from the first opening on; until then the code need not load. */
export function useWasOpened(open: boolean): boolean {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return wasOpened
}
