// The system's own; what imports Combine gets it without this package.
@_exported import Combine
