/** Where this tab keeps the run of whose end it has not heard; what stands there, running-mark.ts knows. */
export const RUNNING_KEY = 'ninesixteen.running'
