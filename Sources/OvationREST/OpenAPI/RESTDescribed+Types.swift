extension RESTProfileValue: RESTDescribed {
    static let restSchema = RESTSchema.either([.string, .integer])
    static let restExample = RESTProfileValue.text("x")
}
