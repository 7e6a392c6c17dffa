import { useEffect, useState } from 'react'

/** The current time, updated every full minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(new Date())
          wait()
        },
        60_000 - (Date.now() % 60_000),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}
