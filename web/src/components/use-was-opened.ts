import { useState } from 'react'

/** True from the first time something is opened: until then its code is not even loaded. */
export function useWasOpened(open: boolean): boolean {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted
}
