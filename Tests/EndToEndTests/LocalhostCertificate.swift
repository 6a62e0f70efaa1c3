/// A certificate for `localhost` and its key, made for these tests and trusted by nobody else.
///
/// Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=Ovation
/// tests" -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:TRUE`.
enum LocalhostCertificate {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBnjCCAUOgAwIBAgIUNRA1qdBFRVLDntidG0KKcMbggYQwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNT3ZhdGlvbiB0ZXN0czAgFw0yNjExMjEwOTAxNTdaGA8yMTI2
        MTAyODA5MDE1N1owGDEWMBQGA1UEAwwNT3ZhdGlvbiB0ZXN0czBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABGLNhfQIz/abjxOV8LGc9QzjOy2NkK3EM9oMBRdJHouI
        NVwLAKPwVNB3yzrZ3BoAhnOiWt/9VnepQiA8S59M2VKjaTBnMB0GA1UdDgQWBBRP
        SeSi9AmNJ3tT27ysnAk1F+thPDAfBgNVHSMEGDAWgBRPSeSi9AmNJ3tT27ysnAk1
        F+thPDAUBgNVHREEDTALgglsb2NhbGhvc3QwDwYDVR0TAQH/BAUwAwEB/zAKBggq
        hkjOPQQDAgNJADBGAiEAr4y4O1VJheqXnhgeZrH5i+rDf5P4g+ESrjKou8kB4cEC
        IQDU53+cx6ZRJ5u6+wjocD8uahFLdmwGaF3x3iJwIhVQWA==
        -----END CERTIFICATE-----
        """

    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEXYr3Ory9Kmjpk+h
        ZHLu1nvVXUllhIU1iiQH7TYg8fihRANCAARizYX0CM/2m48TlfCxnPUM4zstjZCt
        xDPaDAUXSR6LiDVcCwCj8FTQd8s62dwaAIZzolrf/VZ3qUIgPEufTNlS
        -----END PRIVATE KEY-----
        """
}
