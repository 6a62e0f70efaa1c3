/// Certificates for `localhost` and their keys. They are made for tests, and nothing else trusts them.
///
/// This command made them: `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=first" -addext
/// subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:TRUE`.
public enum TestCertificates {
    /// A certificate that is valid until 2126-10-29 at 06:54:16 UTC.
    public static let first = """
        -----BEGIN CERTIFICATE-----
        MIIBjjCCATOgAwIBAgIURNJQTOPn5UOTmw7Pd2ktkO+NkFAwCgYIKoZIzj0EAwIw
        EDEOMAwGA1UEAwwFZmlyc3QwIBcNMjYxMTIyMDY1NDE2WhgPMjEyNjEwMjkwNjU0
        MTZaMBAxDjAMBgNVBAMMBWZpcnN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        qY0r7xLeo8NI4RSjpQFELr2Z1iTttg8QTBzpHeZWZnrEiV5IvMEmPzh7y7cF8B18
        IF5j/X/HNx5zWsDNUigOkKNpMGcwHQYDVR0OBBYEFL7JqkRbHDKZUXGSGFKFnGMa
        HuVPMB8GA1UdIwQYMBaAFL7JqkRbHDKZUXGSGFKFnGMaHuVPMBQGA1UdEQQNMAuC
        CWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCu
        tu4/nLg7h5YUcWcx7jfBC8fPDwnoPDZLfW/xwTrr1QIhAIJkE/4yEbnUCAMytZ4J
        Mi8Jc+kbs4PBE4XBxEVGYV/E
        -----END CERTIFICATE-----
        """

    /// The end of ``first`` in Unix seconds.
    public static let endOfFirst: Int64 = 4948930456

    /// The key of ``first``.
    public static let firstKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgv+DJm7ajh57HeXPJ
        qeU4Ianq+3FFlUHwESEbVSRJAmqhRANCAASpjSvvEt6jw0jhFKOlAUQuvZnWJO22
        DxBMHOkd5lZmesSJXki8wSY/OHvLtwXwHXwgXmP9f8c3HnNawM1SKA6Q
        -----END PRIVATE KEY-----
        """

    /// Another certificate.
    public static let second = """
        -----BEGIN CERTIFICATE-----
        MIIBjzCCATWgAwIBAgIUA0T38Xyv9ciqkr1Ftgo6fTzo2PEwCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGc2Vjb25kMCAXDTI2MTEyMjA2NTQxNloYDzIxMjYxMDI5MDY1
        NDE2WjARMQ8wDQYDVQQDDAZzZWNvbmQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AASG1Oj9Vuwhtk4QS8G5UC8U3C4ATSmN7too0+vGBsxDEGuQwXPLuYbz1nPlZ58q
        lb3AIid1pI6HGv3GRC2ZJEFho2kwZzAdBgNVHQ4EFgQU2+yp7FvQa1EzbeKRZShH
        E2uCyE8wHwYDVR0jBBgwFoAU2+yp7FvQa1EzbeKRZShHE2uCyE8wFAYDVR0RBA0w
        C4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIg
        dC9xGn/wG1xDWzX38YWctrEvq2ISZjsbY5bUR+u9H7wCIQDm+iLlKcdR8lP+90ih
        oNeSlZSTHUmLskGITyposr7FgA==
        -----END CERTIFICATE-----
        """

    /// The key of ``second``.
    public static let secondKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwu7KDlD3OdSsWFq2
        qaaYVF358Ryw51zGYDsDg5hRHyGhRANCAASG1Oj9Vuwhtk4QS8G5UC8U3C4ATSmN
        7too0+vGBsxDEGuQwXPLuYbz1nPlZ58qlb3AIid1pI6HGv3GRC2ZJEFh
        -----END PRIVATE KEY-----
        """

    /// The key of ``first``, encrypted as PKCS #8 and in OpenSSL's own format.
    public static let encryptedKeys = [
        """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh565GW7HWlJAICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEENeDjnKeEm2rAAWY5eGA2bsEgZCv
        fmeWwktAt3d/wQSLfGvN2C4ij/F5+IW5cPpwD5R1xgrlFzFlG4AJQVcY7Cm8CMFW
        Sh9Ipt3Hz8AqkAU2fvSDBS9aNE+JpfO0vrBxFgvBhFY6/2xP4QClkXqWeXOAzZhb
        YznAQddW0YKQ2HNuZKL/9Ujcu60gS4jHBrxP9NGflO0+Oo7+QwY2ZA5QnzYBSzk=
        -----END ENCRYPTED PRIVATE KEY-----
        """,
        """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,890A8C8A60C258FCA78CAE691A622E98

        v9DplEO4v6SwNfXExGYq9X+yQbrRj7HllYMxJQugoMP5bwvqlzgKkh+2Tme1kswG
        ZGvKnU1mP8W6BH5RRk0i98QDkF52O02h4RGjiuzO7IFP78yUyBfPVPWKP+o/PnmJ
        rXAHyGGuRkTUThysbfL+iY2IM9R+mPuTP/VWSNMtDp0=
        -----END EC PRIVATE KEY-----
        """,
    ]
}
