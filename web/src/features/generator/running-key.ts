/** Storage key of running-mark.ts, in its own file because the entry chunk needs only the key. */
export const RUNNING_KEY = 'ninesixteen.running'
