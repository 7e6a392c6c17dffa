import './styles/base.css'
import { api } from './api/client.ts'
console.log(api)
