export BASE_URL=http://127.0.0.1:8080/api/v2
export API_KEY=key-… # the admin key that the emulator printed
