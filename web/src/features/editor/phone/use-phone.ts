import { useSyncExternalStore } from 'react'

/** The width below which the studio shows one column. */
const PHONE = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  PHONE.addEventListener('change', listener)
  return () => PHONE.removeEventListener('change', listener)
}

/** True where the page is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => PHONE.matches)
}
